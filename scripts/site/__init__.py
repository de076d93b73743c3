"""The documentation site: `python -m scripts.site`, which `make docs` calls, builds it in `app/web/help`.

    pages.py      the site's version of the pages in docs/ and in the repository's root
    codes.py      a page for each check and each reason code, from the grader's own registries
    concepts.py   a page for each concept that the shipped katas teach
    interface.py  the reference of the HTTP interface, from the OpenAPI description
    contents.py   the arrangement of the pages, by reader
    build.py      assembles the pages, calls Sphinx, and checks its output against the pages' policy
    conf.py       Sphinx's configuration; templates/ and static/ are its theme's

Everything but `conf.py` needs only what serving needs; Sphinx may be in another environment (`build.find_sphinx`).
"""
