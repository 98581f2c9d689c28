"""What comes first on the page of the classics."""

INTRODUCTION = """\
Scripts of [psi-learning](../learning/psi_learning.md) draw figures 1, 3 and 4 of Liu and Wu. A
command can be stopped and started again. With `--full` it takes days; without, two repetitions.

"""
