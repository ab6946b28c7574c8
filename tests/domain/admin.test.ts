import { describe, expect, test } from 'vitest'
import {
  type AdminEvent,
  addAdmin,
  admin,
  changeAdminEmail,
  changeAdminPassword,
  completeSetup,
  lockSignIn,
  recordFactor,
  removeAdmin,
  renameAdmin,
  secondaryAdmin,
  signAdminIn,
} from '../../domain/admins/admin.ts'
import { given, refusalOf, stateOf } from './given-when-then.ts'

const main = { adminId: 1, name: 'Admin', email: 'admin@example.com', isMain: true }
const secondary = { adminId: 2, name: 'Sam', email: 'sam@example.com', isMain: false }
const mainAdded: AdminEvent = { type: 'AdminAdded', data: main }
const samAdded: AdminEvent = { type: 'AdminAdded', data: secondary }
const maria = { name: 'Maria', email: 'maria@example.com' }
const setUp: AdminEvent = { type: 'AdminSetupCompleted', data: maria }
const passwordChanged: AdminEvent = { type: 'AdminPasswordChanged', data: {} }
const locked = { failures: 5, network: 'a-network' }
const signInLocked: AdminEvent = { type: 'AdminSignInLocked', data: locked }
const signedIn: AdminEvent = {
  type: 'AdminSignedIn',
  data: { by: 'password', failures: 65, network: 'a-network' },
}
const removed: AdminEvent = { type: 'AdminRemoved', data: {} }

test('each admin has a stream', () => {
  expect(admin.stream(2)).toBe('admin-2')
})

test('the main admin must set up first', () => {
  given(admin).when(addAdmin, main).then(mainAdded)
  expect(stateOf(admin, mainAdded)).toMatchObject({ ...main, status: 'must_set_up' })
})

test('a secondary admin is active at once', () => {
  given(admin).when(addAdmin, secondary).then(samAdded)
  expect(stateOf(admin, samAdded)).toMatchObject({ ...secondary, status: 'active' })
})

test('adding an admin under the id of one who exists, or was removed, is refused', () => {
  const sentence = 'The number 2 belongs to another admin. Please try again'
  given(admin, samAdded).when(addAdmin, secondary).thenRefused('busy', sentence)
  given(admin, samAdded, removed).when(addAdmin, secondary).thenRefused('busy', sentence)
})

describe('first-time setup', () => {
  test('gives the main admin a name and an address', () => {
    given(admin, mainAdded).when(completeSetup, maria).then(setUp)
    expect(stateOf(admin, mainAdded, setUp)).toMatchObject({ ...main, ...maria, status: 'active' })
  })

  test('counts even when it keeps the name and the address', () => {
    const kept = { name: main.name, email: main.email }
    given(admin, mainAdded).when(completeSetup, kept).then({ type: 'AdminSetupCompleted', data: kept })
  })

  test('happens once', () => {
    given(admin, mainAdded, setUp)
      .when(completeSetup, maria)
      .thenRefused('wrong_state', 'Setup has already been completed')
  })

  test('is not for a secondary admin', () => {
    given(admin, samAdded)
      .when(completeSetup, maria)
      .thenRefused('not_allowed', 'Only the main admin sets up the application')
  })
})

test('an admin is renamed', () => {
  const renamed: AdminEvent = { type: 'AdminRenamed', data: { name: 'Samuel' } }
  given(admin, samAdded).when(renameAdmin, 'Samuel').then(renamed)
  given(admin, samAdded).when(renameAdmin, 'Sam').thenNothing()
  expect(stateOf(admin, samAdded, renamed)).toMatchObject({ ...secondary, name: 'Samuel', status: 'active' })
})

test('an admin changes address', () => {
  const moved: AdminEvent = { type: 'AdminEmailChanged', data: { email: 's@example.com' } }
  given(admin, samAdded).when(changeAdminEmail, 's@example.com').then(moved)
  given(admin, samAdded).when(changeAdminEmail, secondary.email).thenNothing()
  expect(stateOf(admin, samAdded, moved)).toMatchObject({
    ...secondary,
    email: 's@example.com',
    status: 'active',
  })
})

test('every password change is recorded, without the password', () => {
  given(admin, mainAdded, setUp).when(changeAdminPassword).then(passwordChanged)
  given(admin, mainAdded, setUp, passwordChanged).when(changeAdminPassword).then(passwordChanged)
})

test('a changed password alone does not complete the setup', () => {
  expect(stateOf(admin, mainAdded, passwordChanged)).toMatchObject({ status: 'must_set_up' })
})

test('a secondary admin is removed, and nothing stays in the state', () => {
  given(admin, samAdded).when(removeAdmin).then(removed)
  expect(stateOf(admin, samAdded, removed)).toMatchObject({ status: 'removed' })
})

test('the main admin cannot be removed', () => {
  given(admin, mainAdded, setUp)
    .when(removeAdmin)
    .thenRefused('not_allowed', 'The main admin cannot be removed')
})

test('the main admin looks after a secondary one, and nobody after the main admin', () => {
  expect(secondaryAdmin(stateOf(admin, samAdded))).toMatchObject({ name: 'Sam' })
  expect(refusalOf(() => secondaryAdmin(stateOf(admin, mainAdded)))).toMatchObject({ kind: 'not_allowed' })
  expect(refusalOf(() => secondaryAdmin(stateOf(admin)))).toMatchObject({ kind: 'not_found' })
})

test.each([
  ['never existed', []],
  ['was removed', [samAdded, removed]],
])('an admin who %s is not found, and no event brings them back', (_, history) => {
  const nobody = given(admin, ...history)
  nobody.when(completeSetup, maria).thenRefused('not_found', 'Admin not found')
  nobody.when(renameAdmin, 'Sam').thenRefused('not_found', 'Admin not found')
  nobody.when(changeAdminEmail, 's@example.com').thenRefused('not_found', 'Admin not found')
  nobody.when(changeAdminPassword).thenRefused('not_found', 'Admin not found')
  nobody.when(removeAdmin).thenRefused('not_found', 'Admin not found')
  const late: AdminEvent = { type: 'AdminRenamed', data: { name: 'Samuel' } }
  expect(stateOf(admin, ...history, late)).toMatchObject(stateOf(admin, ...history))
})

test('a second factor is on record alone, for an admin who is there', () => {
  given(admin, mainAdded)
    .when(recordFactor, 'SecondFactorReset')
    .then({ type: 'SecondFactorReset', data: {} })
  given(admin, samAdded, removed)
    .when(recordFactor, 'SecondFactorReset')
    .thenRefused('not_found', 'Admin not found')
})

describe('guessing a password', () => {
  test('is told by one lock, however often it locks', () => {
    given(admin, mainAdded).when(lockSignIn, locked).then(signInLocked)
    given(admin, mainAdded, signInLocked).when(lockSignIn, locked).thenNothing()
  })

  test('is told again after a sign-in, which tells how many there were', () => {
    given(admin, mainAdded, signInLocked).when(signAdminIn, signedIn.data).then(signedIn)
    given(admin, mainAdded, signInLocked, signedIn).when(lockSignIn, locked).then(signInLocked)
  })

  test('is told apart from guessing a code', () => {
    const codes = { ...locked, wrongCodes: 5 }
    const codesLocked: AdminEvent = { type: 'AdminSignInLocked', data: codes }
    given(admin, mainAdded, signInLocked).when(lockSignIn, codes).then(codesLocked)
    given(admin, mainAdded, signInLocked, codesLocked).when(lockSignIn, codes).thenNothing()
    given(admin, mainAdded, codesLocked, signedIn).when(lockSignIn, codes).then(codesLocked)
  })

  test('of somebody who was removed leaves nothing', () => {
    given(admin, samAdded, removed).when(lockSignIn, locked).thenRefused('not_found', 'Admin not found')
  })
})
