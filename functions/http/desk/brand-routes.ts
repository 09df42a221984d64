import { defineRoute } from '../route.ts';
import { DESK_FORM, DESK_PAGE } from './route-kinds.ts';

const TEMPLATE = '/desk/templates/{template_id}';
const DRAWS = ['table:write', 'objects:read', 'objects:write', 'function:render-sample'] as const;

export const deskBrand = defineRoute({
  ...DESK_PAGE,
  name: 'desk-brand',
  path: '/desk/brand',
  entry: 'functions/http/desk/brand.ts',
  desk: 'brand',
  summary: 'The brand of the company, its pictures and its card templates',
  uses: ['keys', ...DRAWS],
  timeoutSeconds: 29,
});

export const deskChangeBrand = defineRoute({
  ...DESK_FORM,
  name: 'desk-change-brand',
  path: '/desk/brand',
  entry: 'functions/http/desk/change-brand.ts',
  desk: 'brand',
  summary: 'Change the brand of the company',
  uses: ['keys', ...DRAWS],
  timeoutSeconds: 29,
});

export const deskPreviewBrand = defineRoute({
  ...DESK_PAGE,
  name: 'desk-preview-brand',
  path: '/desk/brand/preview',
  entry: 'functions/http/desk/preview-brand.ts',
  desk: 'brand',
  replies: { 200: 'application/pdf', 303: null },
  summary: 'The card as it would look with a brand that is not saved yet',
  uses: ['keys', ...DRAWS],
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const deskBrandPicture = defineRoute({
  ...DESK_FORM,
  name: 'desk-brand-picture',
  path: '/desk/brand/pictures/{role}',
  entry: 'functions/http/desk/brand-picture.ts',
  desk: 'brand',
  summary: 'Send or remove a picture of the brand',
  uses: ['keys', ...DRAWS, 'function:print-picture', 'function:rewrite-svg'],
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const deskUploadTemplate = defineRoute({
  ...DESK_FORM,
  name: 'desk-upload-template',
  path: '/desk/templates',
  entry: 'functions/http/desk/upload-template.ts',
  desk: 'brand',
  summary: 'Send a PDF template for cards',
  uses: ['keys', ...DRAWS, 'function:inspect-pdf'],
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const deskShowTemplate = defineRoute({
  ...DESK_PAGE,
  name: 'desk-show-template',
  path: `${TEMPLATE}/preview`,
  entry: 'functions/http/desk/show-template.ts',
  desk: 'brand',
  replies: { 200: 'application/pdf', 303: null },
  summary: 'A card template filled with samples',
  uses: ['keys', ...DRAWS],
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const deskChangeTemplate = defineRoute({
  ...DESK_FORM,
  name: 'desk-change-template',
  path: `${TEMPLATE}/change`,
  entry: 'functions/http/desk/change-template.ts',
  desk: 'brand',
  summary: 'Activate or delete a card template, or go back to the one before',
  uses: ['keys', ...DRAWS],
  timeoutSeconds: 29,
});

export const deskBrandRoutes = [
  deskBrand,
  deskChangeBrand,
  deskPreviewBrand,
  deskBrandPicture,
  deskUploadTemplate,
  deskShowTemplate,
  deskChangeTemplate,
];
