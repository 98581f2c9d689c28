"""A user who presses Ctrl-C."""

import signal
import threading


def press_ctrl_c(*, after):
    """Send the signal to the main thread, so many seconds from now."""
    me = threading.main_thread().ident
    threading.Timer(after, lambda: signal.pthread_kill(me, signal.SIGINT)).start()
