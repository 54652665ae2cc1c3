"""What stands in the PDF: words, rulings and images, each page by itself."""
