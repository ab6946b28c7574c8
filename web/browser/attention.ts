/** After a minute without input nobody is at the page. Also how often it checks the session. */
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

/** A page's own requests must not keep a session alive. */
export const isUnattended = (): boolean => Date.now() - touchedAt > attentionMs
