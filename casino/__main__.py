from casino.cli import main

main()
