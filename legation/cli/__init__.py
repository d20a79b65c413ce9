"""The command `legation`: every command prints for people, or plain data with `--json`."""

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    from legation.cli.app import app  # terminal libraries load only when a command runs

    app(prog_name="legation")
