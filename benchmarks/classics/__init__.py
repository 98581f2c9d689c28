"""The papers behind the four classics, their tables redone beside ours."""
