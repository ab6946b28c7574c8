/** After so long without a touch nobody is taken to look at the page, and it asks that often whether it is still signed in. */
export const attentionMs = 60_000

let touchedAt = Date.now()

for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  window.addEventListener(
    event,
    () => {
      touchedAt = Date.now()
    },
    { capture: true, passive: true },
  )
}

/** What a page asks by itself must not keep a session alive. */
export const isUnattended = (): boolean => Date.now() - touchedAt > attentionMs
