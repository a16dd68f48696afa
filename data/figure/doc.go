// Package figure draws figures and tables as SVG, PDF and text; the same data give the same bytes.
//
//	f := figure.Network(club, figure.NetworkStyle{Groups: labels})
//	svg, err := f.SVG()
//	png, err := f.PNG(150)
//
// A figure that cannot be drawn (data of unequal lengths, NaN, a graph too large to draw) keeps its
// error until it is rendered, so that a notebook can show a figure in one expression.
//
// Colours are those of Okabe and Ito, which readers with any kind of colour vision can tell apart;
// groups differ in shape as well. A [Role], such as printed results or a null control, has the same
// colour and mark in all figures. If figures show several methods, each role of each method has its
// own look: [Looks].
package figure
