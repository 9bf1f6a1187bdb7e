import type { CatalogPicture } from './compare-pictures.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const FILTERS = ['screen', 'language', 'width', 'theme', 'change'] as const

/** Renders the page that shows the pictures: a filter above them, and a changed picture beside its former version. */
export function renderIndexPage(pictures: CatalogPicture[]): string {
  const changedCount = pictures.filter(({ change }) => change !== 'same').length
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Screens (${changedCount} changed)</title>
<style>
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: #f3f1ee; color: #1e1916 }
  form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 12px; align-items: end; padding: 12px 20px; background: #fff; border-bottom: 1px solid #ccc }
  label { display: grid; font-size: 13px }
  select { font: inherit; min-height: 34px }
  output { margin-left: auto }
  main { display: flex; flex-wrap: wrap; gap: 24px; align-items: start; padding: 20px }
  article { max-width: 100% }
  h2 { margin: 0 0 6px; font-size: 14px; font-weight: 600 }
  h2 mark { padding: 1px 6px; border-radius: 8px; background: #ffd88a }
  .versions { display: flex; gap: 8px; overflow-x: auto }
  figure { margin: 0; flex: none }
  figcaption { font-size: 12px }
  img { display: block; width: 320px; min-height: 200px; background: #fff; border: 1px solid #ccc }
  article[data-width="1440"] img { width: 560px }
  article[data-width="768"] img { width: 420px }
  [hidden] { display: none }
</style>
<form>
${FILTERS.map(name => renderFilter(name, pictures)).join('\n')}
<output></output>
</form>
<main>
${pictures.map(renderPicture).join('\n')}
</main>
<script>
  const form = document.querySelector('form')
  const articles = [...document.querySelectorAll('article')]
  const update = () => {
    const wanted = [...new FormData(form)].filter(([, value]) => value)
    for (const article of articles)
      article.hidden = !wanted.every(([name, value]) => article.dataset[name] === value)
    const shown = articles.filter(article => !article.hidden)
    const changed = shown.filter(article => article.dataset.change !== 'same')
    form.querySelector('output').value = shown.length + ' pictures, ' + changed.length + ' changed'
    history.replaceState(null, '', '?' + new URLSearchParams(wanted))
  }
  for (const [name, value] of new URLSearchParams(location.search))
    if (form.elements[name]) form.elements[name].value = value
  form.addEventListener('change', update)
  update()
</script>
</html>
`
}

function renderFilter(name: (typeof FILTERS)[number], pictures: CatalogPicture[]): string {
  const values = [...new Set(pictures.map(picture => String(picture[name])))]
  const options = values.map(value => `<option>${escapeHtml(value)}</option>`).join('')
  return `<label>${name}<select name="${name}"><option value="">all</option>${options}</select></label>`
}

function renderPicture(picture: CatalogPicture): string {
  const { file, screen, language, width, theme, change, pixels } = picture
  const data = FILTERS.map(name => `data-${name}="${escapeHtml(String(picture[name]))}"`).join(' ')
  const folders = {
    same: ['current'],
    new: ['current'],
    removed: ['former'],
    changed: ['former', 'current', 'difference'],
  }[change]
  const badge =
    change === 'same' ? '' : ` <mark>${change}${pixels > 0 ? `: ${pixels} pixels` : ''}</mark>`
  const figures = folders.map(folder => {
    const source = escapeHtml(`${folder}/${file}`)
    const caption = folders.length > 1 ? `<figcaption>${folder}</figcaption>` : ''
    return `<figure>${caption}<a href="${source}"><img loading="lazy" src="${source}" alt="${escapeHtml(`${screen}, ${folder}`)}"></a></figure>`
  })
  return `<article ${data}><h2>${escapeHtml(`${screen} · ${language} · ${width} · ${theme}`)}${badge}</h2><div class="versions">${figures.join('')}</div></article>`
}
