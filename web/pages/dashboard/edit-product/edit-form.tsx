import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type Product, ProductForm, updateProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { baseApi } from '#web/api/query.ts'
import { upload } from '#web/api/upload.ts'
import { catalogApi } from '#web/features/catalog/api.ts'
import {
  type draftOf,
  dropDraft,
  keepChanges,
  type DraftKey,
  type ProductFiles,
} from '#web/features/catalog/product-form/draft.ts'
import { FileFields } from '#web/features/catalog/product-form/file-fields.tsx'
import { Section } from '#web/features/catalog/product-form/form-section.tsx'
import { LivePreview } from '#web/features/catalog/product-form/live-preview.tsx'
import {
  CategoryFields,
  FIELDS,
  PriceFields,
  type ProductInput,
  WhatFields,
} from '#web/features/catalog/product-form/product-fields.tsx'
import { SendingPanel } from '#web/features/catalog/product-form/upload-progress.tsx'
import { useSending } from '#web/features/catalog/product-form/use-upload.tsx'
import { formatBytes } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { CaptchaNotice } from '#web/shared/forms/captcha-notice.tsx'
import { useContractForm } from '#web/shared/forms/contract-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Failed } from '#web/shared/load-error.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

const fieldsOf = (product: Product): ProductInput => ({
  name: product.name,
  description: product.description,
  price: String(product.price),
  isPriceDynamic: product.isPriceDynamic,
  categoryId: String(product.category.id),
  subcategoryId: String(product.subcategory.id),
})

/**
 * The product form for an existing product. Only changed fields are sent, so that two tabs do not undo each other's
 * changes. Source: specification, validation, product edit.
 */
export function EditForm({
  product,
  draftKey,
  draft,
}: {
  product: Product
  draftKey: DraftKey
  draft: ReturnType<typeof draftOf>
}) {
  // The values when the form was opened. What counts as a change must not depend on later refetches.
  const [original] = useState(() => fieldsOf(product))
  const { form, errorOf, attempt, refuse, problems } = useContractForm(ProductForm, FIELDS, {
    defaultValues: original,
    ...(draft && { values: { ...original, ...draft.form } }),
    ...(draft && { resetOptions: { keepDefaultValues: true } }),
  })
  const [files, setFiles] = useState<ProductFiles>(draft?.files ?? { image: null, product: null })
  const { data, error, refetch } = catalogApi.useCategoriesQuery({})
  const { sending, send, cancel } = useSending('update_product_form')
  const dispatch = useDispatch()
  const { dirtyFields, isValid } = form.formState
  const changed = Object.values(dirtyFields).some(Boolean) || files.image || files.product

  // Changes are saved while they are typed; the draft is deleted when no difference is left.
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepChanges(draftKey, values, original, files),
      }),
    [subscribe, draftKey, original, files],
  )
  const pick = (picked: ProductFiles) => {
    setFiles(picked)
    keepChanges(draftKey, form.getValues(), original, picked)
  }

  const submit = form.handleSubmit(async values => {
    if (sending || !changed) return
    const changes = Object.fromEntries(
      Object.entries(values).filter(([name]) => dirtyFields[name as keyof ProductInput]),
    )
    const typed = form.getValues()
    const refreshProducts = () =>
      dispatch(baseApi.util.invalidateTags(['Products', 'Product', 'Space']))
    await send(
      ({ onProgress, ...means }) =>
        upload(
          updateProduct,
          {
            params: { id: product.id },
            form: changes,
            files: {
              ...(files.image && { image_file: files.image }),
              ...(files.product && { product_file: files.product }),
            },
            ...means,
          },
          onProgress,
        ),
      {
        done: m.edit_done(),
        failed: m.edit_failed(),
        again: paths.editProduct(product.id),
        onDone: () => {
          dropDraft(draftKey)
          refreshProducts()
        },
        onFailed: () => {
          keepChanges(draftKey, typed, original, files)
          // If only the response was lost, the change is stored.
          refreshProducts()
        },
      },
    )
  }, refuse)

  const part = { form, errorOf }
  const tree = data?.categories ?? []
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-10">
      <div className="grid min-w-0 content-start gap-6">
        {draft && <Banner tone="info">{m.edit_kept()}</Banner>}
        {error && <Failed failure={error} onRetry={() => void refetch()} />}
        <form method="post" noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
          <CaptchaNotice />
          <ErrorSummary title={m.form_problems()} errors={problems} attempt={attempt} />
          <div inert={sending !== undefined} className="grid min-w-0 gap-5">
            <Section title={m.create_section_what()}>
              <WhatFields {...part} />
              <CategoryFields {...part} tree={tree} />
            </Section>
            <Section title={m.create_section_price()}>
              <PriceFields {...part} />
            </Section>
            <Section title={m.create_section_files()}>
              <p className="text-small text-soft">{m.edit_files_lead()}</p>
              <FileFields
                files={files}
                onChange={pick}
                keeps={{
                  product: m.edit_file_keeps({
                    type: product.file.type,
                    size: formatBytes(product.file.sizeBytes),
                  }),
                  image: m.edit_image_keeps(),
                }}
              />
            </Section>
          </div>
          {sending ? (
            <SendingPanel
              sending={sending}
              name={files.product?.name ?? product.name}
              onCancel={cancel}
            />
          ) : (
            <div className="flex flex-wrap gap-3">
              <SubmitButton ready={isValid && Boolean(changed)} className="w-full sm:w-auto">
                {m.edit_submit()}
              </SubmitButton>
              <LinkButton
                kind="ghost"
                to={paths.dashboardProducts()}
                className="w-full sm:w-auto"
                onClick={() => dropDraft(draftKey)}
              >
                {m.cancel()}
              </LinkButton>
            </div>
          )}
        </form>
      </div>
      <div className="hidden lg:block">
        <LivePreview form={form} image={files.image} imageAddress={product.imageFile} tree={tree} />
      </div>
    </div>
  )
}
