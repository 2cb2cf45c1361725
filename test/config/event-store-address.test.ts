import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configFrom } from '../../src/config/config.js'
import { BadSettings } from '../../src/config/validation.js'

const read = (url: string) => configFrom({ EVENTSTORE_URL: url }).eventStore
const faultOf = (url: string): string => {
  try {
    read(url)
    return ''
  } catch (error) {
    if (error instanceof BadSettings) return error.faults.join('\n')
    throw error
  }
}

describe('EVENTSTORE_URL', () => {
  test('names one server, with a port of its own or 2113', () => {
    expect(read('esdb://localhost?tls=false')).toMatchObject({
      hosts: [{ address: 'localhost', port: 2113 }],
      discover: false,
      tls: false,
      credentials: undefined,
    })
    expect(read('esdb://ops:secret@db.example.com:2114/')).toMatchObject({
      hosts: [{ address: 'db.example.com', port: 2114 }],
      tls: true,
      credentials: { username: 'ops', password: 'secret' },
    })
  })
  test('names a cluster by its nodes or by one name', () => {
    expect(read('esdb://ops:x@a:1,b:2,c')?.hosts).toEqual([
      { address: 'a', port: 1 },
      { address: 'b', port: 2 },
      { address: 'c', port: 2113 },
    ])
    expect(read('esdb+discover://ops:x@cluster')).toMatchObject({ discover: true })
  })
  test.each([
    ['one server', '://ops:secret@db.example.com:2114/?connectionName=app'],
    ['a cluster by its nodes', '://ops:secret@a:1,b:2,c'],
    ['a cluster by one name', '+discover://ops:secret@cluster?tlsCAFile=ca.pem'],
    ['a server without TLS', '://localhost?tls=false&defaultDeadline=500'],
  ])('may call the server by its new name: %s', (_, rest) =>
    expect(read(`kurrentdb${rest}`)).toEqual(read(`esdb${rest}`)),
  )
  test('has its options in any case, and hands the client its own', () =>
    expect(
      read('esdb://a?TLS=false&keep-alive-interval=20000&KeepAliveTimeout=-1&connectionName=my%20app'),
    ).toMatchObject({
      options: { keepAliveInterval: 20_000, keepAliveTimeout: -1, connectionName: 'my app' },
    }))
  test('may have any user and password, with % codes', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (username, password) => {
        const url = `esdb://${encodeURIComponent(username)}:${encodeURIComponent(password)}@localhost`
        expect(read(url)?.credentials).toEqual({ username, password })
      }),
    ))
  test.each([
    ['kurrent://localhost', /must be an address like esdb:\/\/user:password@host:2113.*kurrentdb:\/\//],
    ['kurrentdb+gossip://localhost', /kurrentdb\+discover:\/\//],
    ['kurrentdb://localhost', /must name a user and a password.*tls=false/],
    ['esdb://', /must be an address/],
    ['esdb://localhost', /must name a user and a password.*tls=false/],
    ['esdb://ops@localhost', /user:password before the @/],
    ['esdb://ops:top:secret@localhost', /%3A for a colon/],
    ['esdb://ops:top%secret@localhost', /%25 for a per cent sign/],
    ['esdb://ops:secret@local host', /hosts like name:2113/],
    ['esdb://ops:secret@localhost:0', /hosts like name:2113/],
    ['esdb://ops:secret@localhost:99999', /hosts like name:2113/],
    ['esdb://ops:secret@localhost?tls=no', /tls=true or false/],
    ['esdb://ops:secret@localhost?tlsVerifyCert=false', /tlsCAFile/],
    ['esdb://ops:secret@localhost?nodePreference=follower', /nodePreference=leader/],
    ['esdb://ops:secret@localhost?keepAliveInterval=10', /at least 10000/],
    ['esdb://ops:secret@localhost?colour=secret', /no other options than tls, /],
    ['esdb://ops:secret@localhost?userCertFile=secret', /no other options than/],
  ])('%s is refused with what to do, and without its secrets', (url, advice) => {
    expect(faultOf(url)).toMatch(/^EVENTSTORE_URL /)
    expect(faultOf(url)).toMatch(advice)
    expect(faultOf(url)).not.toMatch(/secret/)
  })
})
