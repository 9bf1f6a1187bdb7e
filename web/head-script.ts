/** What a person does first: any of it wakes what waits for somebody. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click', 'scroll']

/**
 * Runs before the first paint, on pages that are the same for everyone: marks a likely session
 * (`data-signed-in`) and a chosen theme (`data-theme`) on the root, from cookies, and takes note of what a
 * person does before anybody listens. Fixed for an installation, so its hash is too.
 */
export function headScript(signedInCookie: string): string {
  return (
    '(function(d,c){' +
    'var t=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(c);if(t)d.dataset.theme=t[1];' +
    `if(("; "+c+";").indexOf("; ${signedInCookie}=1;")>-1)d.dataset.signedIn=""` +
    `})(document.documentElement,document.cookie);${EARLY}`
  )
}

/**
 * `window.early`, whose other side is `ui/early.ts`. Links work without React, and so does a form that has an
 * address. A press on any other button before the page is alive, or on a part of it that is asleep, is kept
 * back and marked; so is a choice from a list.
 */
const EARLY =
  '(function(w,e,held){' +
  // Going back shows another page: nothing of this one may be left waiting. A cover that does not come wants
  // its stand-in.
  `e=w.early={alive:false,held:held,person:new Promise(function(r){${JSON.stringify([...SIGNS, 'popstate', 'error'])}` +
  '.forEach(function(s){w.addEventListener(s,r,{once:true,capture:true,passive:true})})})};' +
  'w.addEventListener("click",function(v){' +
  'var b=v.target instanceof Element&&v.target.closest("a,button"),s=b&&b.closest("[data-asleep]");' +
  'if(!b||b.localName=="a"||e.alive&&!s)return;' +
  'if(!s&&b.type=="submit"&&b.form&&b.form.hasAttribute("action"))return;' +
  'v.preventDefault();v.stopImmediatePropagation();b.dataset.held="";held.set(b,"click")' +
  '},true);' +
  'w.addEventListener("change",function(v){' +
  'var t=v.target;' +
  'if(t.localName=="select"&&(!e.alive||t.closest("[data-asleep]")))held.set(t,"change")' +
  '},true)' +
  '})(window,null,new Map)'
