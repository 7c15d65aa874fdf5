import sizes from './pictures.json' with { type: 'json' }

export type PictureName = keyof typeof sizes

type Kind = 'desktop' | 'phone'

const fileOf = (name: PictureName, kind: Kind, scheme: 'light' | 'dark') =>
  `/pictures/${name}-${kind}-${scheme}.webp`

/**
 * A picture of the product, taken by `npm run pictures`: of a phone on phones, in the theme of the page. The `first` one of a page is fetched at
 * once, the others when they are near.
 */
export function Picture(props: { name: PictureName; alt: string; caption?: string; first?: boolean }) {
  const shown = sizes[props.name]
  const kinds = (['phone', 'desktop'] as const).filter((kind) => shown[kind])
  const sources = kinds.flatMap((kind) =>
    (['dark', 'light'] as const).map((scheme) => {
      const [width = 0, height = 0] = shown[kind] ?? []
      const narrow = kind === 'phone' ? '(max-width: 40em)' : 'all'
      const dark = '(prefers-color-scheme: dark)'
      const media = [narrow, scheme === 'dark' && dark].filter((part) => part && part !== 'all').join(' and ')
      return (
        <source
          key={kind + scheme}
          srcSet={fileOf(props.name, kind, scheme)}
          media={media || 'all'}
          data-scheme={scheme}
          data-narrow={narrow}
          width={width}
          height={height}
          type="image/webp"
        />
      )
    }),
  )
  const [width = 0, height = 0] = shown.desktop
  return (
    <figure className="shot">
      <picture>
        {sources}
        <img
          src={fileOf(props.name, 'desktop', 'light')}
          alt={props.alt}
          width={width}
          height={height}
          {...(props.first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
          decoding="async"
        />
      </picture>
      {props.caption && <figcaption>{props.caption}</figcaption>}
    </figure>
  )
}
