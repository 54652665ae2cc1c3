from fakturo.cli import main

main()
