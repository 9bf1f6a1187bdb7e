import { Html, html } from './html.ts'
import type { PageLanguage } from './language.ts'

/** The content of a simulator's page. `accent` is the color of the header, which must be dark enough for white text. */
export interface PageContent {
  language: PageLanguage
  brand: string
  accent: string
  title: string
  body: Html
  wide?: boolean
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1c2530;background:#eef1f5}
header{background:var(--accent);color:#fff;padding:.9rem 1rem}
header p{margin:0 auto;max-width:var(--width);font-weight:600}
main{max-width:var(--width);margin:1.25rem auto;padding:0 1rem}
section{background:#fff;border-radius:12px;padding:1.25rem;margin-bottom:1rem;box-shadow:0 1px 3px #0002}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .75rem}
h2{font-size:1.1rem;margin:0 0 .75rem}
.quiet{color:#52606d}
.total{font-size:1.6rem;font-weight:700}
.lines{list-style:none;margin:0 0 .75rem;padding:0}
.lines li{display:flex;justify-content:space-between;gap:1rem;padding:.4rem 0;border-bottom:1px solid #e4e8ee}
label{display:block;font-weight:600;margin:.9rem 0 .3rem}
input[type=email],input[type=text],select{width:100%;min-height:44px;padding:.5rem .7rem;font:inherit;border:1px solid
  #7b8794;border-radius:8px;background:#fff;color:inherit}
fieldset{border:0;margin:0;padding:0}
legend{font-weight:600;margin:.3rem 0}
.choice{display:flex;align-items:center;gap:.7rem;min-height:44px;margin:0;font-weight:400;border-bottom:1px solid
  #e4e8ee}
.choice input{width:1.2rem;height:1.2rem;flex:none}
button,.button{display:inline-block;min-height:44px;padding:.6rem 1.1rem;font:inherit;font-weight:600;border:1px solid
  var(--accent);border-radius:8px;background:var(--accent);color:#fff;cursor:pointer;text-decoration:none}
button.plain,.button.plain{background:#fff;color:var(--accent)}
button.small{min-height:32px;padding:.15rem .6rem;font-size:.85rem;font-weight:500}
.row{display:flex;flex-wrap:wrap;gap:.6rem;margin-top:1.1rem}
.row form,td form{display:inline}
.wide{width:100%}
a{color:#0b5394}
td code{white-space:nowrap}
:focus-visible{outline:3px solid #1a73e8;outline-offset:2px}
table{width:100%;border-collapse:collapse;font-size:.9rem}
.scroll{overflow-x:auto}
td:last-child{min-width:14rem}
th,td{text-align:left;padding:.45rem .5rem;border-bottom:1px solid #e4e8ee;vertical-align:top}
code{font-size:.85em;overflow-wrap:anywhere}
iframe{width:100%;height:70vh;border:1px solid #cbd2d9;border-radius:8px;background:#fff}
`

/** Renders a whole HTML page. The page loads no other file and runs no script. */
export function renderPage({ language, brand, accent, title, body, wide }: PageContent): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title} · ${brand}</title>
        <style>
          ${new Html(`:root{--accent:${accent};--width:${wide ? '76rem' : '32rem'}}${STYLE}`)}
        </style>
      </head>
      <body>
        <header><p>${brand}</p></header>
        <main>${body}</main>
      </body>
    </html>`.text
}
