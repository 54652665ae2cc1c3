"""What the two HTTP services, web and gateway, have in common: streamed forms, problem answers, the server loop."""
