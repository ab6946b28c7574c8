import { describe, expect, test } from 'vitest'
import {
  addPlayer,
  deactivatePlayer,
  declineReminders,
  editPlayer,
  type PlayerEvent,
  player,
  reactivatePlayer,
  removePlayer,
  replaceLinks,
  welcomeReminders,
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
    ...{ status: 'active', playerId: ann, remindersDeclined: false },
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

describe('a player who wants no reminders', () => {
  const declined: PlayerEvent = { type: 'RemindersDeclined', data: {} }
  const welcomed: PlayerEvent = { type: 'RemindersWelcomed', data: {} }

  test('declines them, and may welcome them again', () => {
    given(player, annAdded).when(declineReminders).then(declined)
    expect(stateOf(player, annAdded, declined)).toMatchObject({ remindersDeclined: true })
    given(player, annAdded, declined).when(welcomeReminders).then(welcomed)
    expect(stateOf(player, annAdded, declined, welcomed)).toMatchObject(stateOf(player, annAdded))
  })

  test('does nothing by saying so twice', () => {
    given(player, annAdded, declined).when(declineReminders).thenNothing()
    given(player, annAdded).when(welcomeReminders).thenNothing()
  })

  test('may decline while deactivated, and it holds', () => {
    given(player, ...inactive)
      .when(declineReminders)
      .then(declined)
    expect(stateOf(player, ...inactive, declined, playerReactivated)).toMatchObject({
      ...{ status: 'active', remindersDeclined: true },
    })
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
    nobody.when(declineReminders).thenRefused('not_found', 'Player not found')
    nobody.when(welcomeReminders).thenRefused('not_found', 'Player not found')
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
