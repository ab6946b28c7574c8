const rules = new Intl.PluralRules('en', { type: 'ordinal' })

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

export const ordinal = (number: number): string => `${number}${ENDINGS[rules.select(number)] ?? 'th'}`
