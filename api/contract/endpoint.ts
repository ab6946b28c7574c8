import type { TSchema } from 'typebox'
import type { RefusalName } from './refusals.ts'

/**
 * Who may call an endpoint.
 * - `public`: anybody; pick links carry their own proof
 * - `setup`: an admin, even one who must still set up the account or a second factor
 * - `admin`: any admin
 * - `main_admin`: the main admin alone
 */
export type Access = 'public' | 'setup' | 'admin' | 'main_admin'

export type Endpoint = {
  access: Access
  /** Also for a command on the server's own machine, which proves that it may read the data folder. */
  operator?: boolean
  params?: TSchema
  querystring?: TSchema
  /** May be left out where nothing in it is required. */
  body?: TSchema
  /** By status. Every refusal is a `Problem`; who sends one by hand names it. */
  response: { [status: number]: TSchema | MediaType; '4xx'?: TSchema }
  /** The answer has an `ETag`: one that is known is not sent again. */
  conditional?: true
  /** A few words, for a list. */
  summary: string
  /** What it does, what it needs and what it refuses, for a person who writes a client. */
  description: string
  /** The refusals that do not follow from who may make the call and from what it takes. */
  refuses?: readonly RefusalName[]
}

/** An answer that is not JSON, by its content type. */
export type MediaType = { content: Readonly<Record<string, { schema: TSchema; example?: string }>> }

/** By method and path, as `GET /admin/users/{id}`. */
export type Endpoints = Readonly<Record<string, Endpoint>>

/** Whether a request may leave this body out: `{}` fits it. */
export const mayBeLeftOut = (body: { required?: readonly string[]; minProperties?: number }): boolean =>
  (body.required ?? []).length === 0 && !body.minProperties
