package dev.verbatim.jmh.page;

/** The style sheet of the page, readable in light and dark. */
public final class Style {

    public static final String SHEET = """
            :root {
              --text: #1c1e21; --faint: #5f6670; --back: #ffffff; --line: #d9dde3; --band: #f3f5f8;
              --ours: #0b6bcb; --rival: #a8b0bb; --baseline: #6d7682; --error: #1c1e21; --met: #1a7f37;
              --missed: #c0392b;
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --text: #e6e8eb; --faint: #9aa3ae; --back: #15181c; --line: #353b43; --band: #1e2329;
                --ours: #4aa3ff; --rival: #59626d; --baseline: #8d97a3; --error: #e6e8eb; --met: #4cc26a;
                --missed: #ff7b6b;
              }
            }
            body {
              margin: 0 auto; padding: 1.5rem; max-width: 78rem; color: var(--text); background: var(--back);
              font: 15px/1.5 system-ui, sans-serif;
            }
            h1 { margin: 0 0 .5rem; font-size: 1.7rem; }
            h2 { margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.25rem; }
            h3 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
            p { margin: .4rem 0; max-width: 60rem; }
            a { color: var(--ours); text-decoration: none; }
            nav { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 1rem 0; }
            code, pre { font: 13px/1.5 ui-monospace, monospace; }
            pre { margin: .5rem 0; padding: .7rem 1rem; overflow-x: auto; background: var(--band); border-radius: 6px; }
            .wide { overflow-x: auto; margin: .6rem 0; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right;
            white-space: nowrap; }
            th { font-weight: normal; }
            thead th { color: var(--faint); font-size: 13px; vertical-align: bottom; }
            tbody th, thead tr:first-child th:first-child, table.text td, table.text th { text-align: left; }
            table.text td { white-space: normal; vertical-align: top; overflow-wrap: anywhere; }
            table.text td:nth-child(3) { white-space: nowrap; }
            .group { border-left: 1px solid var(--line); }
            thead tr:first-child .group { text-align: center; }
            tr.ours { background: var(--band); }
            .met { color: var(--met); }
            .missed { color: var(--missed); font-weight: 600; }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1.2rem; }
            dt { color: var(--faint); }
            dd { margin: 0; }
            .charts {
          display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); gap: .5rem 2rem;
        }
            .chart { width: 100%; max-width: 44rem; height: auto; font: 12px system-ui, sans-serif; }
            .chart text { fill: var(--text); }
            .chart .title { font-weight: 600; }
            .chart .label { text-anchor: end; }
            .chart .tick { text-anchor: middle; fill: var(--faint); }
            .chart .grid { stroke: var(--line); }
            .chart .error { stroke: var(--error); stroke-width: 1.2; fill: none; }
            .chart .cut { stroke: var(--back); stroke-width: 2.5; fill: none; }
            .chart .rival rect { fill: var(--rival); }
            .chart .baseline rect { fill: var(--baseline); }
            .chart .ours rect { fill: var(--ours); }
            .chart .ours text { font-weight: 600; }
            .plot path { fill: none; stroke-width: 1.3; stroke-opacity: .8; }
            .plot .ours path { stroke: var(--ours); }
            .plot .rival path { stroke: var(--rival); }
            @media print { .chart, tr { break-inside: avoid; } }
        """;

    private Style() {}
}
