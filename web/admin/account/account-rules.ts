/** What an admin's own data must be: true, or what is wrong with it in words. */
export const checkName = (value: string) => value.trim().length >= 2 || 'Name must be at least 2 characters'

export const checkEmail = (value: string) => {
  if (value.trim() === '') return 'Email is required'
  return EMAIL_ADDRESS.test(value.trim()) || 'Please enter a valid email address'
}

/** The rule of the server, which a test compares: the web takes nothing but types from there. */
const EMAIL_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/

export const sameAddress = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
