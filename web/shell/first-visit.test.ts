import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { applicationForTest, FIRST_ADMIN } from '../../tests/support/application.ts'
import { done, http } from '../../tests/support/http.ts'
import { CONNIE } from '../../tests/support/league/examples.ts'
import { fill, press, said } from '../testing/interactions.ts'
import { address, leagueBehindScreens, open, refusing } from '../testing/screen.tsx'

describe('the first visits', () => {
  const installation = leagueBehindScreens(async () => {
    const application = await applicationForTest()
    return { application, close: () => application.close() }
  })
  const signInFirst = () => done(http(installation.application.url).post('/auth/login', FIRST_ADMIN))
  const comesTo = (path: string) => waitFor(async () => expect(address()).toBe(path))

  test.each(['/admin', '/admin/nowhere', '/admin/users', '/admin/settings/email'])(
    'a stranger at %s comes to the login',
    async (path) => {
      await open(path)
      await comesTo('/admin/login')
    },
  )

  test('a setup that is refused without a reason', async () => {
    await open('/admin', await signInFirst())
    refusing('POST', '/auth/initial-setup')
    await fill('Display name', 'Connie')
    await fill('Password', CONNIE.password)
    await fill('Confirm password', CONNIE.password)
    await fill('Email', '')
    await press('Complete Setup & Continue')
    await said('Email is required')
    await fill('Email', CONNIE.email)
    await press('Complete Setup & Continue')
    await said('Failed to complete setup')
  })

  test('a session that was ended elsewhere comes to the login', async () => {
    const { token } = await signInFirst()
    await open('/admin/users', { token })
    await screen.findByRole('heading', { name: 'Welcome' })
    const { token: elsewhere } = await signInFirst()
    const { name: newName, email: newEmail, password: newPassword } = CONNIE
    const visitor = http(installation.application.url)
    await done(visitor.as(elsewhere).post('/auth/initial-setup', { newName, newEmail, newPassword }))
    await open('/admin/users', { token })
    await comesTo('/admin/login')
  })

  test('an unknown address leads to the first steps', async () => {
    const { url } = installation.application
    await open('/admin/login')
    await fill('Email', CONNIE.email)
    await press('Continue')
    await fill('Password', CONNIE.password)
    await press('Sign In')
    await comesTo('/admin/getting-started')
    const { email, password } = CONNIE
    const admin = await done(http(url).post('/auth/login', { email, password }))
    for (const path of ['/admin', '/admin/no/such/screen']) {
      await open(path, admin)
      await comesTo('/admin/getting-started')
    }
  })
})
