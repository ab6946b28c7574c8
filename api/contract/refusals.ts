export const REFUSALS = {
  wrongInput: {
    status: 400,
    title: 'Wrong input',
    example: {
      error: 'The id must be a positive whole number',
      details: [{ field: 'id', message: 'The id must be a positive whole number' }],
    },
  },
  notSignedIn: {
    status: 401,
    title: 'Not signed in',
    example: { error: 'Your session has ended. Please sign in again' },
  },
  notAllowed: { status: 403, title: 'Not allowed', example: { error: 'Only the main admin may do this' } },
  signInLocked: {
    status: 403,
    title: 'Locked after too many failures',
    example: {
      error: 'Too many failed sign-ins. Please try again after 12:15 UTC, or ask for a link by mail',
      lockedUntil: '2027-01-10T12:15:00.000Z',
    },
  },
  pickLocked: {
    status: 403,
    title: 'The sport is locked',
    example: { error: 'Picks are locked for this sport', locked: true, roundId: 1 },
  },
  pickClosed: {
    status: 403,
    title: 'The sport is not there',
    example: { error: 'This sport is no longer available' },
  },
  linkReplaced: {
    status: 410,
    title: 'The link was replaced',
    example: { error: 'This link was replaced by a newer one' },
  },
  notFound: { status: 404, title: 'Not found', example: { error: 'Sport not found' } },
  wrongState: {
    status: 409,
    title: 'Not possible in this state',
    example: { error: 'A completed sport cannot be edited. Unlock it first' },
  },
  outdated: {
    status: 409,
    title: 'The preview is out of date',
    example: {
      error: 'Something has changed since this preview. Please look at the new one',
      outdated: true,
    },
  },
  keyUnderWay: {
    status: 409,
    title: 'The first request with this key is under way',
    example: { error: 'The first request with this Idempotency-Key is still under way' },
  },
  keyUsed: {
    status: 422,
    title: 'The key was used for another request',
    example: { error: 'This Idempotency-Key was used for another request. Please send a new one' },
  },
  tooLarge: { status: 413, title: 'Too large', example: { error: 'The request is too large' } },
  tooMany: {
    status: 429,
    title: 'Too many requests',
    example: { error: 'Too many attempts. Please wait a few minutes and try again.' },
  },
  bug: {
    status: 500,
    title: 'A fault, which the log explains',
    example: {
      error:
        'Something went wrong on the server. Please try again later (reference 0b6f1c1e-5d0f-4f6e-9f37-2f4a3c9d7e10)',
    },
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    example: { error: 'The server cannot reach its database right now. Please try again in a moment' },
  },
} as const

export type RefusalName = keyof typeof REFUSALS
