/** For a sign that stands for words, which a mouse shows and a screen reader says. */
export const sign = (text: string) => ({ role: 'img', 'aria-label': text, title: text }) as const
