/**
 * Runs before the first paint, on pages that are the same for everyone: marks a likely session
 * (`data-signed-in`) and a chosen theme (`data-theme`) on the root, from cookies. Fixed for an
 * installation, so its hash is too.
 */
export function headScript(signedInCookie: string): string {
  return (
    '(function(d,c){' +
    'var t=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(c);if(t)d.dataset.theme=t[1];' +
    `if(("; "+c+";").indexOf("; ${signedInCookie}=1;")>-1)d.dataset.signedIn=""` +
    '})(document.documentElement,document.cookie)'
  )
}
