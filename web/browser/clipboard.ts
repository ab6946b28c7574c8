/** Browsers offer it only with HTTPS, and web views in apps often not at all. */
export const canCopy = () => 'clipboard' in navigator && Boolean(navigator.clipboard)

/** Returns whether the text is in the clipboard. Never throws. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
