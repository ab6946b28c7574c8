import { operate } from '../../operations/operate.ts'
import { readConfig } from '../../platform/config/config.ts'

type Typed = { code: number; output: string }

/** Types a command on the machine of this installation. */
export async function type(
  words: readonly string[],
  env: Record<string, string>,
  answer: boolean | null = null,
): Promise<Typed> {
  const lines: string[] = []
  const code = await operate(words, {
    config: readConfig(env),
    print: (line) => lines.push(line),
    isTerminal: false,
    confirm: answer === null ? null : async () => answer,
    onError: console.error,
  })
  return { code, output: lines.join('\n') }
}
