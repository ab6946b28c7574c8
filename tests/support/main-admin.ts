import { FIRST_ADMIN } from './application.ts'
import { type Http, http } from './http.ts'

export const MAIN_ADMIN = { name: 'Connie', email: 'connie@example.com', password: 'Sunny-Horse-7' }

/** Signs in for the first time and finishes setup. Answers with the API as the main admin asks it. */
export async function setUpMainAdmin(url: string): Promise<Http> {
  const visitor = http(url)
  const { body: signedIn } = await visitor.post('/auth/login', FIRST_ADMIN)
  const { body } = await visitor.as(signedIn.token).post('/auth/initial-setup', {
    newName: MAIN_ADMIN.name,
    newEmail: MAIN_ADMIN.email,
    newPassword: MAIN_ADMIN.password,
  })
  return visitor.as(body.token)
}
