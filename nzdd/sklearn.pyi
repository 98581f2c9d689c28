from nzdd.adapters.sklearn import *  # noqa: F403
