/** Each answers true, or says what is wrong. */
export const checkName = (value: string) => value.trim().length >= 2 || 'Name must be at least 2 characters'

export const checkEmail = (value: string) =>
  ADDRESS.test(value.trim()) || 'Please enter a valid email address'

/** The server's rule, which a test compares. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/
