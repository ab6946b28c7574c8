const RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `1st`, `2nd`, `3rd`, `11th`, `21st`. */
export const ordinal = (number: number): string => `${number}${ENDINGS[RULES.select(number)] ?? 'th'}`
