/** `1 player`, `12 players`. */
export const counted = (count: number, noun = 'player') => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)
