import { describe, expect, test } from 'vitest'
import {
  type AdminsEvent,
  admins,
  changeAdminAddress,
  delistAdmin,
  enlistAdmin,
  enlistFirstAdmin,
  holderOf,
} from '../../domain/admins/admins.ts'
import { given, stateOf } from './given-when-then.ts'

const maria = 1
const sam = 2
const enlisted = (adminId: number, addressKey: string): AdminsEvent => ({
  type: 'AdminEnlisted',
  data: { adminId, addressKey },
})
const moved = (adminId: number, addressKey: string): AdminsEvent => ({
  type: 'AdminAddressChanged',
  data: { adminId, addressKey },
})
const delisted = (adminId: number): AdminsEvent => ({ type: 'AdminDelisted', data: { adminId } })
const TAKEN = 'This email address is already in use'

test('there is one list of admins', () => {
  expect(admins.stream()).toBe('admins')
})

test('the first admin is enlisted only while there is none', () => {
  given(admins).when(enlistFirstAdmin, maria, 'key-maria').then(enlisted(maria, 'key-maria'))
  given(admins, enlisted(maria, 'key-maria')).when(enlistFirstAdmin, sam, 'key-sam').thenNothing()
  given(admins, enlisted(maria, 'key-maria')).when(enlistFirstAdmin, maria, 'key-maria').thenNothing()
})

describe('enlisting an admin', () => {
  test('takes a free address', () => {
    given(admins, enlisted(maria, 'key-maria'))
      .when(enlistAdmin, sam, 'key-sam')
      .then(enlisted(sam, 'key-sam'))
  })

  test('under the id of somebody else is refused', () => {
    given(admins, enlisted(sam, 'key-sam'))
      .when(enlistAdmin, sam, 'key-new')
      .thenRefused('busy', 'The number 2 belongs to another admin. Please try again')
  })

  test('refuses an address that another admin has', () => {
    given(admins, enlisted(maria, 'key-maria'))
      .when(enlistAdmin, sam, 'key-maria')
      .thenRefused('taken', TAKEN)
  })

  test('takes the address of an admin who left or moved', () => {
    given(admins, enlisted(maria, 'key-maria'), delisted(maria))
      .when(enlistAdmin, sam, 'key-maria')
      .then(enlisted(sam, 'key-maria'))
    given(admins, enlisted(maria, 'key-maria'), moved(maria, 'key-new'))
      .when(enlistAdmin, sam, 'key-maria')
      .then(enlisted(sam, 'key-maria'))
  })
})

describe('changing an address', () => {
  const both = [enlisted(maria, 'key-maria'), enlisted(sam, 'key-sam')]

  test('moves the admin to it', () => {
    given(admins, ...both)
      .when(changeAdminAddress, sam, 'key-new')
      .then(moved(sam, 'key-new'))
    expect(stateOf(admins, ...both, moved(sam, 'key-new'))).toEqual(
      new Map([
        [maria, 'key-maria'],
        [sam, 'key-new'],
      ]),
    )
  })

  test('to the one that the admin has changes nothing', () => {
    given(admins, ...both)
      .when(changeAdminAddress, sam, 'key-sam')
      .thenNothing()
  })

  test('refuses one that another admin has', () => {
    given(admins, ...both)
      .when(changeAdminAddress, sam, 'key-maria')
      .thenRefused('taken', TAKEN)
  })

  test('is refused for an admin who is not listed', () => {
    given(admins, enlisted(maria, 'key-maria'))
      .when(changeAdminAddress, sam, 'key-sam')
      .thenRefused('not_found', 'Admin not found')
  })
})

test('an address tells who has it', () => {
  const state = stateOf(admins, enlisted(maria, 'key-maria'), enlisted(sam, 'key-sam'), delisted(sam))
  expect(holderOf(state, 'key-maria')).toBe(maria)
  expect(holderOf(state, 'key-sam')).toBeNull()
})

test('an admin is delisted, once', () => {
  given(admins, enlisted(sam, 'key-sam')).when(delistAdmin, sam).then(delisted(sam))
  given(admins, enlisted(sam, 'key-sam'), delisted(sam)).when(delistAdmin, sam).thenNothing()
})
