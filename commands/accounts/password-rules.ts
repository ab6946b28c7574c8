import type { PresentAdmin } from '../../domain/admins/admin.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { PASSWORD_REFUSALS } from '../../domain/refusals/accounts.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import type { CommandServices } from '../services.ts'

/** As many as eight random characters take: fewer, and a list of common passwords finds it. */
const GUESSES_MIN = 1e8
/** Estimating costs more than in proportion, and so much alone is strong or weak. */
const ESTIMATED_MAX = 32
const WORD_MIN = 4
const WORDS_OF_THE_GAME = ['league', 'picks', 'pick', 'season', 'sports']

/** Loaded for the first new password: its list takes half a second and 24 MB, and most processes never see one. */
let estimator: ReturnType<typeof loadEstimator> | undefined

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: ESTIMATED_MAX })
}

const WEAK_WORD = /password|passwort|qwerty|letmein|welcome|admin|iloveyou|monkey|dragon/i

type Breach = boolean | string | undefined

const RULES: readonly [code: BrokenRule['code'], breach: (password: string) => Breach][] = [
  ['password-length', (p) => [...p].length < 8 || [...p].length > 128],
  ['password-lowercase', (p) => !/\p{Ll}/u.test(p)],
  ['password-uppercase', (p) => !/\p{Lu}/u.test(p)],
  ['password-number', (p) => !/\d/.test(p)],
  ['password-special', (p) => !/[^\p{L}\d\s]/u.test(p)],
  ['password-common-word', (p) => WEAK_WORD.exec(p)?.[0]],
  ['password-run', runIn],
  ['password-repeats', (p) => /(.)\1\1/su.exec(p)?.[0]],
]

/** Throws Refusal with the first rule that is broken, for the field that the password came in. */
export async function checkNewPassword(
  { read, settings }: CommandServices,
  password: string,
  about: Pick<PresentAdmin, 'name' | 'email'> | null,
  field: 'newPassword' | 'password' = 'newPassword',
): Promise<void> {
  const { branding } = await currentSettings(read)
  const texts = [branding.title, settings.appUrl, about?.name ?? '', about?.email ?? '']
  const broken = await whyRefused(password, texts)
  if (broken === null) return
  const { code, ...found } = broken
  throw new Refusal(code, { field, ...found })
}

type BrokenRule = { code: keyof typeof PASSWORD_REFUSALS; found?: string }

/** The first rule that is broken, or null. `found` is for the person who types alone. @param texts that anybody tries first. */
export async function whyRefused(
  password: string,
  texts: readonly string[] = [],
): Promise<BrokenRule | null> {
  for (const [code, breach] of RULES) {
    const found = breach(password)
    if (found) return { code, ...(typeof found === 'string' && { found }) }
  }
  return (await isEasyToGuess(password, texts)) ? { code: 'password-easy-to-guess' } : null
}

/** A word that is known counts as nothing, whatever its case. */
async function isEasyToGuess(password: string, texts: readonly string[]): Promise<boolean> {
  const words = texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
  const known = [...WORDS_OF_THE_GAME, ...words.filter((word) => word.length >= WORD_MIN)]
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  // The estimate of a word in capitals is another one, so that what is left whole keeps them.
  const estimated = rest.length === password.length ? password : rest
  estimator ??= loadEstimator()
  return (await estimator).check(estimated).guesses < GUESSES_MIN
}

function runIn(password: string): string | undefined {
  const characters = [...password]
  const codes = characters.map((character) =>
    /[a-z\d]/i.test(character) ? character.toLowerCase().charCodeAt(0) : NaN,
  )
  const start = codes.findIndex((code, index) => {
    const next = codes[index + 1] ?? NaN
    const last = codes[index + 2] ?? NaN
    return Math.abs(next - code) === 1 && last - next === next - code
  })
  return start === -1 ? undefined : characters.slice(start, start + 3).join('')
}
