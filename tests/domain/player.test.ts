import { describe, expect, test } from 'vitest'
import { PLAYER_TOPICS, wantsMail } from '../../domain/mail-topics.ts'
import {
  addPlayer,
  deactivatePlayer,
  declineMail,
  editPlayer,
  type PlayerEvent,
  player,
  presentPlayer,
  reactivatePlayer,
  removePlayer,
  replaceLinks,
  welcomeMail,
} from '../../domain/players/player.ts'
import { ann, annAdded, playerDeactivated, playerReactivated, playerRemoved } from './family-cup-events.ts'
import { given, stateOf } from './given-when-then.ts'

const details = { name: 'Ann', email: 'ann@example.com' }
const inactive = [annAdded, playerDeactivated]

test('each player has a stream', () => {
  expect(player.stream(ann)).toBe('player-1')
})

test('a player joins and is active at once', () => {
  given(player)
    .when(addPlayer, { playerId: ann, ...details })
    .then(annAdded)
  expect(stateOf(player, annAdded)).toMatchObject({
    ...{ status: 'active', playerId: ann },
    ...details,
  })
})

test('a player may have no email address', () => {
  given(player)
    .when(addPlayer, { playerId: ann, name: 'Ann', email: null })
    .then({ type: 'PlayerAdded', data: { playerId: ann, name: 'Ann', email: null } })
})

test.each([
  ['present', [annAdded]],
  ['deactivated', inactive],
  ['removed', [annAdded, playerRemoved]],
])('adding a player under the id of one who is %s is refused', (_, history) => {
  given(player, ...history)
    .when(addPlayer, { playerId: ann, ...details })
    .thenRefused('busy', 'The number 1 belongs to another player. Please try again')
})

describe('editing a player', () => {
  const renamed: PlayerEvent = { type: 'PlayerRenamed', data: { name: 'Anna' } }
  const moved: PlayerEvent = { type: 'PlayerEmailChanged', data: { email: 'anna@example.com' } }

  test('without a change records nothing', () => {
    given(player, annAdded).when(editPlayer, details).thenNothing()
  })

  test('records the name, the address, or both', () => {
    const anna = { name: 'Anna', email: 'anna@example.com' }
    given(player, annAdded)
      .when(editPlayer, { ...details, name: 'Anna' })
      .then(renamed)
    given(player, annAdded)
      .when(editPlayer, { ...details, email: 'anna@example.com' })
      .then(moved)
    given(player, annAdded).when(editPlayer, anna).then(renamed, moved)
    expect(stateOf(player, annAdded, renamed, moved)).toMatchObject({ ...anna, status: 'active' })
  })

  test('takes the address away', () => {
    given(player, annAdded)
      .when(editPlayer, { name: 'Ann', email: null })
      .then({ type: 'PlayerEmailChanged', data: { email: null } })
  })

  test('works for a deactivated player, who stays deactivated', () => {
    given(player, ...inactive)
      .when(editPlayer, { ...details, name: 'Anna' })
      .then(renamed)
    expect(stateOf(player, ...inactive, renamed)).toMatchObject({ name: 'Anna', status: 'inactive' })
  })
})

test('a player is deactivated and reactivated', () => {
  given(player, annAdded).when(deactivatePlayer).then(playerDeactivated)
  given(player, ...inactive)
    .when(reactivatePlayer)
    .then(playerReactivated)
  expect(stateOf(player, ...inactive, playerReactivated)).toMatchObject({ status: 'active' })
})

test('deactivating or reactivating twice changes nothing', () => {
  given(player, ...inactive)
    .when(deactivatePlayer)
    .thenNothing()
  given(player, annAdded).when(reactivatePlayer).thenNothing()
})

describe.each([
  ['reminders', true],
  ['messages', true],
  ['receipts', false],
] as const)('mail about %s', (topic, isOnAtFirst) => {
  const declined: PlayerEvent = { type: 'MailDeclined', data: { topic } }
  const welcomed: PlayerEvent = { type: 'MailWelcomed', data: { topic } }
  const [switched, back] = isOnAtFirst ? [declined, welcomed] : [welcomed, declined]
  const [changes, changesBack] = isOnAtFirst ? [declineMail, welcomeMail] : [welcomeMail, declineMail]
  const wanted = (...events: PlayerEvent[]) =>
    PLAYER_TOPICS.filter((one) => wantsMail(presentPlayer(stateOf(player, annAdded, ...events)), one))

  test('is declined and welcomed without the others', () => {
    given(player, annAdded).when(changes, topic).then(switched)
    expect(wanted(switched).includes(topic)).toBe(!isOnAtFirst)
    expect(wanted(switched).filter((one) => one !== topic)).toEqual(wanted().filter((one) => one !== topic))
    given(player, annAdded, switched).when(changesBack, topic).then(back)
    expect(wanted(switched, back)).toEqual(['reminders', 'messages'])
  })

  test('does nothing by saying so twice', () => {
    given(player, annAdded, switched).when(changes, topic).thenNothing()
    given(player, annAdded).when(changesBack, topic).thenNothing()
  })

  test('is declined while deactivated, and it holds', () => {
    given(player, ...inactive)
      .when(changes, topic)
      .then(switched)
    expect(wanted(...inactive.slice(1), switched, playerReactivated)).toEqual(wanted(switched))
  })
})

test('a player without data can be deleted, active or not', () => {
  given(player, annAdded).when(removePlayer, false).then(playerRemoved)
  given(player, ...inactive)
    .when(removePlayer, false)
    .then(playerRemoved)
})

test('a player with data can only be deactivated', () => {
  given(player, annAdded)
    .when(removePlayer, true)
    .thenRefused('wrong_state', 'Cannot delete player with existing data. Please deactivate instead.')
})

test('nothing of a removed player stays in the state', () => {
  expect(stateOf(player, annAdded, playerRemoved)).toMatchObject({ status: 'removed' })
})

describe.each([
  ['never existed', []],
  ['was removed', [annAdded, playerRemoved]],
])('a player who %s', (_, history) => {
  test('is not found', () => {
    const nobody = given(player, ...history)
    nobody.when(editPlayer, details).thenRefused('not_found', 'Player not found')
    nobody.when(deactivatePlayer).thenRefused('not_found', 'Player not found')
    nobody.when(reactivatePlayer).thenRefused('not_found', 'Player not found')
    nobody.when(declineMail, 'reminders').thenRefused('not_found', 'Player not found')
    nobody.when(welcomeMail, 'reminders').thenRefused('not_found', 'Player not found')
    nobody.when(removePlayer, false).thenRefused('not_found', 'Player not found')
    nobody.when(removePlayer, true).thenRefused('not_found', 'Player not found')
  })

  test('is not brought back by a later event', () => {
    const before = stateOf(player, ...history)
    expect(stateOf(player, ...history, playerReactivated)).toMatchObject(before)
  })
})

test('links are replaced any number of times, also of a player who is not active', () => {
  const replaced = (generation: number): PlayerEvent => ({
    type: 'PlayerLinksReplaced',
    data: { generation },
  })
  given(player, ...inactive)
    .when(replaceLinks)
    .then(replaced(1))
  given(player, annAdded, replaced(1)).when(replaceLinks).then(replaced(2))
  given(player).when(replaceLinks).thenRefused('not_found', 'Player not found')
})
