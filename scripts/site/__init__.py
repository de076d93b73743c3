"""The documentation's site: `python -m scripts.site`, which `make docs` calls, builds it into `app/web/help`.

    pages.py      the pages of docs/ and of the repository's top, as the site has them
    codes.py      a page for each check and each reason code, from the grader's own registries
    concepts.py   a page for each concept that the shipped katas teach
    interface.py  the reference of the HTTP interface, from the OpenAPI description
    upgrades.py   what to know of each version before an upgrade, from the changelog
    contents.py   which page stands where, by reader
    build.py      puts the pages together, calls Sphinx, and holds its output to the pages' policy
    conf.py       Sphinx's configuration; templates/ and static/ are its theme's

Everything but `conf.py` runs with what serving needs; Sphinx may lie in another environment (`build.find_sphinx`).
"""
