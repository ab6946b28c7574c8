import type { ReceivedMail } from '../../support/smtp-server.ts'

const TOPIC = /(?:Gridiron|Handball|Rugby)(?: \d+)?/
const ROW = /^([^:]+): (.+?)(?: \(was (.+)\))?$/
const OF_SEASON = ['Your total', 'Your rank']

/**
 * Whether what each mail calls 'was' is what the one before to the same reader calls 'is'.
 * @returns a sentence for each that says something else, and how many were compared.
 */
export function compareWithFormer(mails: readonly ReceivedMail[]): { wrong: string[]; compared: number } {
  const last = new Map<string, string>()
  const wrong: string[] = []
  let compared = 0
  for (const { recipients, subject, text = '', messageId } of uniqueMails(mails)) {
    let topic = TOPIC.exec(subject ?? '')?.[0] ?? ''
    let reader = ''
    for (const line of text.split('\n')) {
      const heading = /^\* (.+)/.exec(line)?.[1]
      if (heading !== undefined) {
        if (TOPIC.test(heading)) topic = heading
        else reader = heading === 'Your score' ? '' : heading
      }
      const [, label = '', value = '', former] = ROW.exec(line) ?? []
      const isLock = ['Picks lock', 'Locked', 'It was', 'It is'].includes(label)
      const about = OF_SEASON.includes(label) ? topic.replace(/ \d+$/, '') : topic
      const key = `${recipients} ${isLock ? '' : reader} ${about} ${isLock ? 'lock' : label}`
      const said = label === 'It was' ? value : former
      const before = last.get(key)
      if (said !== undefined && before !== undefined) {
        compared += 1
        if (before !== said && !before.startsWith(`${said} `))
          wrong.push(`${messageId} to ${recipients}: ${line}, and before ${before}`)
      }
      if (label !== '' && label !== 'It was') last.set(key, value)
    }
  }
  return { wrong, compared }
}

/** One that was handed over twice was read once. */
const uniqueMails = (mails: readonly ReceivedMail[]) => [
  ...new Map(mails.map((mail) => [mail.messageId, mail])).values(),
]
