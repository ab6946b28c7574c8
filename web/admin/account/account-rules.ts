/** What an admin's own data must be: true, or what is wrong with it in words. */
export const checkName = (value: string) => value.trim().length >= 2 || 'Name must be at least 2 characters'

export const checkEmail = (value: string) => {
  if (value.trim() === '') return 'Email is required'
  return ADDRESS.test(value.trim()) || 'Please enter a valid email address'
}

/** As the server sees it, which a test compares. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/

export const sameAddress = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
