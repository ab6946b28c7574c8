/** A player without an address has one on this domain, where nothing is ever mailed. */
export const hasEmail = ({ email }: { email: string }) => !email.endsWith('@placeholder.local')
