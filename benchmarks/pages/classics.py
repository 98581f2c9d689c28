"""The map of the page of the classics: where each table and figure of the papers stands."""

MAP = """\
| paper | its tables and figures |
|---|---|
| Demiriz, Bennett and Shawe-Taylor 2002 | [tables 1 to 3, figure 1, regression of section 6]\
(#classics-lpboost) |
| Goldberg and Eckstein 2009 | [table 1](#classics-l0_rboost); \
[figures 2 to 11](#classics-l0_robustness) |
| Liu and Wu | [table 1: the SVMs, tables 2 and 3](#classics-psi); \
[table 1: psi-learning](#classics-psi_a); \
[the order of the methods in table 3](#classics-psi_wdbc); \
figures 1, 3 and 4: scripts of [its page](../learning/psi_learning.md) |
| Strohmann, Belitski, Grudic and DeCoste 2003 | [tables 1 and 2](#classics-minimax); \
[figures 1 to 3](#classics-minimax_curves) |

A command can be stopped and started again. With `--full` it takes days; without, two repetitions.

"""
