import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Answer, BodyOf, EndpointName, NameWith, PathOf, QueryOf } from '../../api/contract/endpoints.ts'
import { download, request } from './request.ts'

/** The values of the path in their order, then the body, or what is asked for. */
type InputOf<Name extends EndpointName> = [
  ...PathOf<Name>,
  ...(Name extends NameWith<'body'>
    ? [body: BodyOf<Name>]
    : Name extends NameWith<'querystring'>
      ? [asked?: QueryOf<Name>]
      : []),
]

/** Calls an endpoint of the contract. Throws as `request` does. */
export const api = <Name extends EndpointName>(name: Name, ...input: InputOf<Name>) => {
  const { method, path, body } = callOf(name, input)
  return request<Answer<Name>>(method, path, body)
}

export const calling =
  <Name extends EndpointName>(name: Name) =>
  (...input: InputOf<Name>) =>
    api(name, ...input)

export const file = <Name extends EndpointName>(name: Name, ...input: InputOf<Name>) =>
  download(callOf(name, input).path)

/** An answer, cached under the parts of its address. */
export const query = <Name extends EndpointName>(name: Name, ...input: InputOf<Name>) =>
  queryOptions({
    queryKey: callOf(name, input).path.slice(1).split('/') as QueryKey,
    queryFn: () => api(name, ...input),
  })

/** Of what only somebody who is signed in may see. */
export const isOfAdmin = ([area]: QueryKey) => area === 'admin' || area === 'auth'

/** Of what everybody may see of these seasons. */
export const isOfSeason = ([area, ...parts]: QueryKey, seasons: ReadonlySet<number>) =>
  area === 'public' &&
  parts.some(
    (part, at) => /^seasons?$/.test(`${parts[at - 1]}`) && seasons.has(Number.parseInt(`${part}`, 10)),
  )

function callOf(name: EndpointName, input: readonly unknown[]) {
  const [method = '', template = ''] = name.split(' ')
  const values = [...input]
  const path = template.replace(/{\w+}/g, () => encodeURIComponent(`${values.shift()}`))
  const [last] = values
  if (method !== 'GET') return { method, path, body: last }
  const asked = Object.entries(last ?? {}).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, `${value}`]],
  )
  return { method, path: asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}` }
}
