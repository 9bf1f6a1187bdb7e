/** The events that count as a first interaction with the page. */
const INTERACTION_EVENTS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'click',
  'scroll',
]

/**
 * Returns the script that runs before the first paint. The HTML is the same for every visitor, so the script reads
 * cookies to mark a likely session (`data-signed-in`) and the chosen theme (`data-theme`) on the root element. It also
 * records events before hydration. It depends on settings only, so its CSP hash is constant.
 */
export function buildHeadScript(signedInCookie: string): string {
  return (
    '(function(d,c){' +
    'var t=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(c);if(t)d.dataset.theme=t[1];' +
    `if(("; "+c+";").indexOf("; ${signedInCookie}=1;")>-1)d.dataset.signedIn=""` +
    `})(document.documentElement,document.cookie);${PRE_HYDRATION_SCRIPT}`
  )
}

/**
 * Defines `window.preHydration`, which `ui/pre-hydration-events.ts` reads. Links, and forms with an `action`, work
 * without React. A click on any other button, or a change of a select, is held until the page, or the part that
 * contains the element, is hydrated. The element is marked meanwhile.
 */
const PRE_HYDRATION_SCRIPT =
  '(function(w,e,held){' +
  // Navigating back, and a cover that fails to load, also count as the first interaction, because both need a hydrated
  // page.
  `e=w.preHydration={isHydrated:false,heldEvents:held,firstInteraction:new Promise(function(r){${JSON.stringify([...INTERACTION_EVENTS, 'popstate', 'error'])}` +
  '.forEach(function(s){w.addEventListener(s,r,{once:true,capture:true,passive:true})})})};' +
  'w.addEventListener("click",function(v){' +
  'var b=v.target instanceof Element&&v.target.closest("a,button"),s=b&&b.closest("[data-asleep]");' +
  'if(!b||b.localName=="a"||e.isHydrated&&!s)return;' +
  'if(!s&&b.type=="submit"&&b.form&&b.form.hasAttribute("action"))return;' +
  'v.preventDefault();v.stopImmediatePropagation();b.dataset.held="";held.set(b,"click")' +
  '},true);' +
  'w.addEventListener("change",function(v){' +
  'var t=v.target;' +
  'if(t.localName=="select"&&(!e.isHydrated||t.closest("[data-asleep]")))held.set(t,"change")' +
  '},true)' +
  '})(window,null,new Map)'
