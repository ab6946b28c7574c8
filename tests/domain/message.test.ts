import { describe, expect, test } from 'vitest'
import { type MessageEvent, message, sendMessage, withdrawMessage } from '../../domain/messages/message.ts'
import { undoMessage } from '../../domain/messages/message-events.ts'
import { season } from '../../domain/seasons/season.ts'

const SENT_AT = '2027-01-10T12:00:00.000Z'
const [LAST_MOMENT, A_MINUTE_LATER] = ['2027-01-10T12:00:59.999Z', '2027-01-10T12:01:00.000Z']
const words = { subject: 'Dinner', text: 'At seven.' }
const details = { messageId: 1, seasonId: 1, audience: 'all', recipients: [1, 2], ...words } as const
const sent = { type: 'MessageSent', data: details, position: '1', metadata: { occurredAt: SENT_AT } } as const
const withdrawn: MessageEvent = { type: 'MessageWithdrawn', data: { seasonId: 1 } }
const created = { seasonId: 1, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
const running = season.evolve(season.initial, { type: 'SeasonCreated', data: created })
const given = (...events: MessageEvent[]) => events.reduce(message.evolve, message.initial)
const inTime = { now: LAST_MOMENT, hasLeft: false }

describe('a message', () => {
  test('is sent in a season that runs, to somebody', () => {
    const { messageId: _, ...data } = details
    expect(sendMessage(given(), running, details)).toEqual([
      { type: 'MessageSent', data: { messageId: 1, ...data } },
    ])
    const resting = season.evolve(running, { type: 'SeasonDeactivated', data: {} })
    expect(() => sendMessage(given(), resting, details)).toThrow('The season is not active')
    expect(() => sendMessage(given(), running, { ...details, recipients: [] })).toThrow('Nobody would get')
    expect(() => sendMessage(given(sent), running, details)).toThrow('belongs to another message')
  })

  test('is withdrawn within a minute, once, unless a mail of it is formed', () => {
    expect(withdrawMessage(given(sent), inTime)).toEqual([withdrawn])
    expect(withdrawMessage(given(sent, withdrawn), { now: A_MINUTE_LATER, hasLeft: true })).toEqual([])
    for (const over of [
      { now: A_MINUTE_LATER, hasLeft: false },
      { now: LAST_MOMENT, hasLeft: true },
    ])
      expect(() => withdrawMessage(given(sent), over)).toThrow('It has gone out')
    expect(() => withdrawMessage(given(), inTime)).toThrow('There is no such message')
  })

  test('is undone as it is withdrawn, and a withdrawal is not undone', () => {
    const [before, now] = [given(), given(sent)]
    expect(undoMessage({ event: sent, before, now }, inTime)).toEqual([withdrawn])
    expect(() => undoMessage({ event: withdrawn, before: now, now }, inTime)).toThrow(
      'Send the message again',
    )
  })
})
