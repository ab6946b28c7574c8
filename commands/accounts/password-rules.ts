import type { PresentAdmin } from '../../domain/admins/admin.ts'
import { type BrokenRule, brokenRule } from '../../domain/admins/password-rules.ts'
import { Refusal } from '../../domain/refusal.ts'
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

/** The first rule that is broken, or null. @param texts that anybody tries first. */
export async function whyRefused(
  password: string,
  texts: readonly string[] = [],
): Promise<BrokenRule | null> {
  const broken = brokenRule(password)
  if (broken || !(await isEasyToGuess(password, texts))) return broken
  return { code: 'password-easy-to-guess' }
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
