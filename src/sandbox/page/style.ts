/** The style sheet of the control panel. */
export const STYLE = `
:root { --bg: #f4f5f8; --card: #fff; --text: #1c2230; --quiet: #5a6477; --line: #dfe3ea; --accent: #1f5eff; --accent-text: #fff;
  --wait: #fff1cc; --wait-text: #6a4b00; --good: #d3f5df; --good-text: #0b5a2a; --bad: #e6e8ed; --bad-text: #454d5e;
  --back: #dfe7ff; --back-text: #1c3d9c; --alarm: #ffdcd6; --alarm-text: #8e1c0b; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #12151c; --card: #1b202b; --text: #e8ebf2; --quiet: #a2acbf; --line: #323a4a; --accent: #7aa2ff; --accent-text: #0d1320;
    --wait: #4a3a08; --wait-text: #ffe3a0; --good: #10402a; --good-text: #a5efc4; --bad: #313847; --bad-text: #ccd3e0;
    --back: #23346b; --back-text: #ccd9ff; --alarm: #5b1d14; --alarm-text: #ffc9c0; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1.05rem; margin: 0 0 .75rem; } p { margin: .25rem 0; }
a { color: var(--accent); }
.quiet { color: var(--quiet); font-size: .875rem; }
.empty { padding: 2.5rem 1rem; text-align: center; color: var(--quiet); border: 2px dashed var(--line); border-radius: 12px; }
.banner { position: sticky; top: 0; z-index: 2; padding: .5rem 1rem; text-align: center; color: #3a2a00; font-size: .9rem;
  background: repeating-linear-gradient(-45deg, #ffd34d 0 18px, #ffc722 18px 36px); }
.top { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; justify-content: space-between; padding: 1rem clamp(1rem, 3vw, 2rem) 0; max-width: 1360px; margin: auto; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; } nav a { padding: .3rem .6rem; border-radius: 8px; text-decoration: none; } nav a:hover { background: var(--card); }
main { display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 1.25rem; padding: 1rem clamp(1rem, 3vw, 2rem) 3rem; max-width: 1360px; margin: auto; align-items: start; }
main.alone { display: block; padding-top: 3rem; text-align: center; }
.wide, aside { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; min-width: 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1rem; min-width: 0; scroll-margin-top: 3rem; }
#invoices { background: none; border: 0; padding: 0; }
.heading { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: space-between; align-items: center; margin-bottom: .5rem; } .heading h2 { margin: 0; }
.search { flex-direction: row; align-items: center; gap: .5rem; } .search input { width: 15.5rem; }
.invoice { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: .9rem 1rem; margin-bottom: .75rem; }
.invoice { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .5rem 1rem; }
.invoice details { grid-column: 1 / -1; min-width: 0; }
.what { display: flex; flex-wrap: wrap; gap: .3rem .6rem; align-items: center; } .what strong { font-size: 1.2rem; font-variant-numeric: tabular-nums; }
.who { overflow-wrap: anywhere; }
.method { border: 1px solid var(--line); border-radius: 6px; padding: 0 .45rem; font-size: .8rem; }
.pill { border-radius: 99px; padding: .1rem .6rem; font-size: .8rem; font-weight: 600; white-space: nowrap; background: var(--bad); color: var(--bad-text); }
.pill.wait { background: var(--wait); color: var(--wait-text); } .pill.good { background: var(--good); color: var(--good-text); }
.pill.back { background: var(--back); color: var(--back-text); } .pill.alarm, .pill.unknown { background: var(--alarm); color: var(--alarm-text); }
.main-actions, .row { display: flex; flex-wrap: wrap; gap: .4rem; align-items: start; }
button { font: inherit; font-size: .875rem; padding: .4rem .75rem; min-height: 36px; border-radius: 9px; border: 1px solid var(--line); background: var(--card); color: var(--text); cursor: pointer; }
button:hover { border-color: var(--accent); } button.primary { background: var(--accent); color: var(--accent-text); border-color: var(--accent); }
button.danger { color: var(--alarm-text); background: var(--alarm); border-color: transparent; width: 100%; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
summary { cursor: pointer; color: var(--accent); font-size: .9rem; padding: .25rem 0; }
label { display: flex; flex-direction: column; gap: .15rem; font-size: .85rem; color: var(--quiet); min-width: 0; }
input, select { font: inherit; font-size: .9rem; padding: .35rem .5rem; min-height: 36px; border: 1px solid var(--line); border-radius: 9px; background: var(--bg); color: var(--text); min-width: 0; max-width: 100%; }
.amount { display: flex; flex-wrap: wrap; gap: .4rem; align-items: end; } .amount input { width: 9.5rem; } .amount [type=datetime-local] { width: 13rem; }
.groups { display: grid; gap: .75rem; margin: .75rem 0; }
fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .4rem; } legend { font-size: .85rem; color: var(--quiet); padding: 0; margin-bottom: .15rem; }
.pix { display: grid; grid-template-columns: 132px minmax(0, 1fr); gap: 1rem; align-items: center; margin-top: .5rem; } .pix img { background: #fff; border-radius: 10px; }
.copy { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .15rem .5rem; align-items: center; margin: .5rem 0; } .copy span { grid-column: 1 / -1; font-size: .85rem; color: var(--quiet); }
code { font: .8rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; background: var(--bg); padding: .4rem .55rem; border-radius: 8px; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: .5rem; margin: .75rem 0; } dt { font-size: .8rem; color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
.timeline { margin: .5rem 0 0; padding-left: 1.2rem; font-size: .875rem; } .timeline time { color: var(--quiet); }
.clock time { font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; display: block; }
#clock .row { margin: .5rem 0; }
.switch label { flex-direction: row; justify-content: space-between; align-items: center; gap: .75rem; padding: .25rem 0; } .switch select { max-width: 48%; flex: none; }
.fault-form { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; padding-top: .75rem; margin-top: .75rem; border-top: 1px solid var(--line); } .fault-form label:first-of-type, .fault-form button { grid-column: 1 / -1; }
.faults { list-style: none; margin: 0 0 .5rem; padding: 0; } .faults li { display: flex; justify-content: space-between; gap: .5rem; align-items: center; padding: .25rem 0; font-size: .9rem; }
[data-fragment=notices], [data-fragment=requests] { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; font-variant-numeric: tabular-nums; } th { text-align: left; color: var(--quiet); font-weight: 600; } th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.counts { display: flex; flex-wrap: wrap; gap: .3rem .9rem; font-size: .85rem; color: var(--quiet); margin-bottom: .5rem; } .counts b { color: var(--text); }
#message { position: fixed; bottom: 1rem; left: 50%; transform: translateX(-50%); padding: .6rem 1rem; border-radius: 10px; max-width: calc(100vw - 2rem); box-shadow: 0 6px 24px rgb(0 0 0 / .25); background: var(--good); color: var(--good-text); }
#message.bad { background: var(--alarm); color: var(--alarm-text); }
@media (max-width: 900px) { main { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 560px) { .invoice { grid-template-columns: minmax(0, 1fr); } .pix { grid-template-columns: minmax(0, 1fr); } .banner { font-size: .8rem; } }
`
